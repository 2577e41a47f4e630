import type { ScorePart } from '@xueheng/contract/domains/exam/import-kinds.ts'

/** What stands behind the name of a course where a column holds a part of its marks. */
export const PART_TITLES: Record<ScorePart, string> = { score: '', objective: '·客观', subjective: '·主观' }
