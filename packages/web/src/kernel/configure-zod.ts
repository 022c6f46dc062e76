// Must run before any schema is created, so the entry file imports it first: the content security policy forbids eval;
// without this setting zod would try it once and the browser would report a violation.
import { z } from 'zod'

z.config({ jitless: true })
