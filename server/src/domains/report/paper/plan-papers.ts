import { briefPaper, reviewPaper, schoolPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { writeBrief } from './brief.ts'
import type { WritePaper } from './paper-doc.ts'
import type { PaperDesk } from './paper-desk.ts'
import { planReviewSheets } from './review-sheet.ts'
import { planSchoolBooks } from './school-book.ts'
import { planStudentSheets } from './student-sheets.ts'

const PLANS: Record<string, (desk: PaperDesk) => Promise<WritePaper[]>> = {
  [briefPaper.name]: async (desk) => [() => writeBrief(desk)],
  [schoolPaper.name]: planSchoolBooks,
  [reviewPaper.name]: planReviewSheets,
  [studentPaper.name]: planStudentSheets,
}

/** The documents of a paper for the units asked for, as far as the reader sees them. */
export function planPapers(desk: PaperDesk, paper: string): Promise<WritePaper[]> {
  const plan = PLANS[paper]
  if (!plan) throw new Error(`no paper ${paper}`)
  return plan(desk)
}
