import { useT } from '../../../platform/i18n/i18n.ts'
import { IsFramed } from '../../../platform/ui/frame.ts'
import type { PartProps } from '../desk/part-props.ts'
import { whyNot } from '../exam.ts'
import { PartHead } from '../PartHead.tsx'
import { CorrectionList } from './CorrectionList.tsx'

/** 成绩更正 of one exam: what was asked for, and the way to ask for more. */
export function CorrectionSection({ exam }: PartProps) {
  const t = useT()
  const refusal = whyNot(exam, 'correct')
  return (
    <>
      <PartHead title="成绩更正" hint="归档之后改动成绩的唯一途径：申请，由他人审批，批准后须重新计算并发布。" />
      {refusal && <p className="exam-alert">{t(refusal)}</p>}
      <div className="exam-corrections">
        <IsFramed value={true}>
          <CorrectionList examId={exam.id} />
        </IsFramed>
      </div>
    </>
  )
}
