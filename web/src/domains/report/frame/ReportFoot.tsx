import { InfoCircleOutlined } from '@ant-design/icons'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { Button, Popover } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { FEW, nameOfTotal } from './report-cell.tsx'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { Term, type TermName } from '../../../platform/ui/Term.tsx'

/** How the numbers were made, behind a button. */
export function BasisButton({ answer }: { answer: ReportAnswer }) {
  const t = useT()
  const content = (
    <div className="report-basis">
      <Lines title={t('统计口径')} lines={answer.basis} />
      <Lines title={t('说明')} lines={answer.notes} />
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button type="text" icon={<InfoCircleOutlined />}>
        {t('口径')}
      </Button>
    </Popover>
  )
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  const t = useT()
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Under the table: what the colours mean, by which rule the numbers were made, of which package. */
export function ReportFoot({ answer, isChart }: { answer: ReportAnswer; isChart: boolean }) {
  const t = useT()
  const hasColours = !isChart && answer.totals.length > 0 && leavesOf(answer.headers).some((leaf) => leaf.highlight)
  return (
    <Scrollable className="report-foot" label={t('口径与说明')}>
      {hasColours && <Legend reference={referenceOf(answer)} />}
      <p>
        <b>{t('口径')}</b>
        <Term name="口径" />
        {answer.basis.map((line) => t(line)).join(t('；'))}
      </p>
      {answer.notes.length > 0 && (
        <p>
          <b>{t('说明')}</b>
          {termsOf(answer).map((name) => (
            <span key={name}>
              {t(name)}
              <Term name={name} />
            </span>
          ))}
          {answer.notes.map((line) => t(line)).join(' ')}
        </p>
      )}
    </Scrollable>
  )
}

/** Columns that not everybody knows, as far as the report has them. */
const EXPLAINED: Record<string, TermName> = { compositeScore: '综合值', overAvgRate: '超均率' }

function termsOf(answer: ReportAnswer): TermName[] {
  return leavesOf(answer.headers).flatMap((leaf) => EXPLAINED[leaf.key] ?? [])
}

/** The name the first total row goes by. */
export function referenceOf(answer: ReportAnswer): string {
  return nameOfTotal(answer.totals[0] ?? {})
}

function Legend({ reference }: { reference: string }) {
  const t = useT()
  return (
    <p className="report-legend">
      <span>
        {[3, 2, 1].map((level) => (
          <i key={level} className={`is-below-${level}`} />
        ))}
        {t('低于{reference}', { reference })}
      </span>
      <span>
        {[1, 2, 3].map((level) => (
          <i key={level} className={`is-above-${level}`} />
        ))}
        {t('高于{reference}', { reference })}
      </span>
      <span>{t('底色深浅表示与联考均分的差距：5% 以内、5%–12%、12% 以上')}</span>
      <span className="is-few-sample">{t('灰色数字：人数不足 {n} 人，仅供参考', { n: FEW })}</span>
    </p>
  )
}
