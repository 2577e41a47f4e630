import { CONTRAST_EXAMS, contrast } from '@xueheng/contract/domains/report/contrast.ts'
import type { ExamChoice } from '../exam/index.ts'
import { examIdsOf, examJsonOf } from './contrast-exams.ts'
import { ContrastPicker } from './ContrastPicker.tsx'
import { ReportPage } from './frame/ReportPage.tsx'
import type { Missing, ReportAddress } from './frame/use-report.ts'

const GRAINS = Object.values(contrast)
const FEW_EXAMS: Missing = {
  title: '请选择 2 至 8 次考试',
  hint: '先考的在前，各指标并列比较，末次与首次之差就是变化',
}

/** 指标对比: several exams side by side, by area or by school. */
export function Page() {
  return (
    <ReportPage
      report={contrast.area}
      siblings={GRAINS}
      title="指标对比"
      missingOf={missingOf}
      chosenAtFirst={lastTwo}
      picker={(address, exams) => <ContrastPicker address={address} exams={exams} />}
    />
  )
}

function missingOf({ examJson }: ReportAddress['values']): Missing | undefined {
  return examIdsOf(examJson).length < CONTRAST_EXAMS.min ? FEW_EXAMS : undefined
}

/** The two newest exams with reports. */
function lastTwo(exams: ExamChoice[]): Record<string, string> {
  const ready = exams.filter(({ packageVersion }) => packageVersion > 0).slice(0, CONTRAST_EXAMS.min)
  return ready.length < CONTRAST_EXAMS.min ? {} : { examJson: examJsonOf(ready) }
}
