import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'

/** An entry as the calls of the portfolio bring it. */
export interface Entry extends CrudRow {
  portfolioType: number
  portfolioChildType: number | null
  teacherCode: string
  teacherName: string
  certName: string | null
  auditStatus: number
  submitTime: string | null
  updateTime: string
  certImageUrl: string | null
  rejectReason: string | null
}

const TONES: Record<keyof typeof portfolioStates.states, 'quiet' | 'wait' | 'bad' | 'good'> = {
  draft: 'quiet',
  waitSchool: 'wait',
  schoolRefused: 'bad',
  waitBureau: 'wait',
  bureauRefused: 'bad',
  passed: 'good',
  archived: 'quiet',
}

export function toneOf(auditStatus: number): string {
  const name = Object.entries(portfolioStates.states).find(([, state]) => state.value === auditStatus)?.[0]
  return TONES[name as keyof typeof TONES] ?? 'quiet'
}

export function stateTitle(auditStatus: number): string {
  return Object.values(portfolioStates.states).find((state) => state.value === auditStatus)?.title ?? ''
}
