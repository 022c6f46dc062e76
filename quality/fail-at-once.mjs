// A failed property is enough: looking for its smallest counterexample would take longer than everything else.
import * as fc from 'fast-check'

fc.configureGlobal({ endOnFailure: true })
