// expect: import(no-cycle)
import { a } from './circle-a.ts'

export function b(): number {
  return a()
}
