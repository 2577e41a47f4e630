import { briefPaper, reviewPaper, schoolPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { planBrief } from './brief.ts'
import type { PlannedDoc } from './paper-doc.ts'
import type { PaperDesk } from './paper-desk.ts'
import { planReviewSheets } from './review-sheet.ts'
import { planSchoolBooks } from './school-book.ts'
import { planStudentSheets } from './student-sheets.ts'

const PLANS: Record<string, (desk: PaperDesk) => Promise<PlannedDoc[]>> = {
  [briefPaper.name]: planBrief,
  [schoolPaper.name]: planSchoolBooks,
  [reviewPaper.name]: planReviewSheets,
  [studentPaper.name]: planStudentSheets,
}

/** The documents of a paper for the units asked for, as far as the reader sees them. */
export function planPapers(desk: PaperDesk, paper: string): Promise<PlannedDoc[]> {
  const plan = PLANS[paper]
  if (!plan) throw new Error(`no paper ${paper}`)
  return plan(desk)
}
