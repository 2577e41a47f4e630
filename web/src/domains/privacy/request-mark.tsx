import { requestStates } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { wallTime } from '../../platform/i18n/clock.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/i18n.ts'
import { type Tones, stateMark } from '../../platform/ui/state-mark.tsx'

const TONES: Tones<keyof typeof requestStates.states> = {
  received: 'wait',
  working: 'wait',
  answered: 'good',
  refused: 'quiet',
}

/** How far a request has come, in its colour. */
export function requestMark(requestStatus: unknown) {
  return stateMark(requestStates, TONES, requestStatus)
}

/** The day an open request is due; said when it has passed. */
export function dueMark(openUntil: unknown) {
  if (typeof openUntil !== 'string' || openUntil === '') return ''
  const day = openUntil.slice(0, 10)
  const now = wallTime()
  const isPast = Date.parse(day) < Date.UTC(now.year, now.month - 1, now.day)
  return isPast ? <span className="xh-state-mark is-bad">{`${formatTime(day)} ${t('已逾期')}`}</span> : formatTime(day)
}
