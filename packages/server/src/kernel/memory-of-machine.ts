// The memory that the product has, of which its processes and PostgreSQL take their shares.
import { totalmem } from 'node:os'

/** Returns the bytes of the machine's memory, or of a container's where one has a limit. */
export function memoryOfMachine(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem()
}
