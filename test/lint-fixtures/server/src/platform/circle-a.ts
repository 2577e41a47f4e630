// expect: import(no-cycle)
import { b } from './circle-b.ts'

export function a(): number {
  return b()
}
