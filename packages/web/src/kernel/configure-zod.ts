// Must run before any schema is made, so the entry file imports it first: the content security policy forbids eval,
// and without this zod would try it once and the browser would report a violation.
import { z } from 'zod'

z.config({ jitless: true })
