import type { ComponentType } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { InputProps } from './field-view.ts'

/** A control too heavy for the first list: an empty box of its size stands in until it is there. */
export function lazyInput(
  load: () => Promise<ComponentType<InputProps>>,
  options?: { isAhead: boolean },
): ComponentType<InputProps> {
  return lazyPart(load, <span className="crud-input-waiting" />, options)
}
