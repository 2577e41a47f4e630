import type { States } from '@xueheng/contract/kit/states.ts'
import { t } from '../i18n/i18n.ts'
import './state-mark.css'

export type Tones<S extends string> = Record<S, 'quiet' | 'wait' | 'bad' | 'good'>

/** The state of a row in its colour; a plain function for tables, so it uses no hooks. Nothing for a value that is no state. */
export function stateMark<S extends string>(machine: States<S>, tones: Tones<S>, value: unknown) {
  const names = Object.keys(machine.states) as S[]
  const name = names.find((state) => machine.states[state].value === Number(value ?? 0))
  return name && <span className={`xh-state-mark is-${tones[name]}`}>{t(machine.states[name].title)}</span>
}
