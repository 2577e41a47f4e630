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
