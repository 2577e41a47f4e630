import type { CrudRow } from '../../platform/crud/CrudPage.tsx'

/** An entry as the calls of the portfolio bring it. */
export interface Entry extends CrudRow {
  portfolioType: number
  portfolioChildType: number | null
  teacherCode: string | null
  teacherName: string | null
  certName: string | null
  auditStatus: number | null
  submitTime: string | null
  updateTime: string | null
  certImageUrl: string | null
  rejectReason: string | null
}
