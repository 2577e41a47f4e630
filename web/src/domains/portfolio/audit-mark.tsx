import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { type Tones, stateMark } from '../../platform/ui/state-mark.tsx'

const TONES: Tones<keyof typeof portfolioStates.states> = {
  draft: 'quiet',
  waitSchool: 'wait',
  schoolRefused: 'bad',
  waitBureau: 'wait',
  bureauRefused: 'bad',
  passed: 'good',
  archived: 'quiet',
}

/** How far an entry has come, in its colour. */
export function auditMark(auditStatus: unknown) {
  return stateMark(portfolioStates, TONES, auditStatus)
}
