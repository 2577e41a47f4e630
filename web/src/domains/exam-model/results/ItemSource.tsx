import type { ItemExplain } from '@xueheng/contract/domains/exam-model/explain.ts'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { number } from './rule-words.ts'

/** Where the value of an indicator comes from, in one or a few lines. */
export function ItemSource({ source }: { source: ItemExplain }) {
  const t = useT()
  switch (source.kind) {
    case 'quota':
      return <FromPackage source={source} />
    case 'expression':
      return (
        <span>
          <code>{source.expression}</code>
          {source.inputs.map(({ code, name, value }) => (
            <i key={code}>
              {' '}
              {name} {code} = {number(value)}
            </i>
          ))}
        </span>
      )
    case 'valueAdded':
      return <FromProgress source={source} />
    case 'manual':
      return <span>{t('人工录入')}</span>
  }
}

function FromPackage({ source }: { source: ItemExplain & { kind: 'quota' } }) {
  const t = useT()
  const label = useDictOptions('model_quota_field').options.find((one) => one.value === source.field)?.label
  return (
    <span>
      {source.exams.map((exam) => (
        <span key={exam.examId} className="explain-exam">
          {exam.examName} {source.courseName && t(source.courseName)} {label ?? source.field}
          {exam.base !== null && exam.top !== null && (
            <i>
              {' '}
              = {fraction(source.field, exam.top)} ÷ {fraction(source.field, exam.base)}
            </i>
          )}
          <i> = {number(exam.value)}</i>
          <small> {t('报表版本 {n}', { n: exam.packageVersion })}</small>
        </span>
      ))}
    </span>
  )
}

/** Sums of marks are kept in tenths. */
function fraction(field: string, value: number): string {
  return formatNumber(field === 'avgScore' || field === 'scoreRate' ? value / 10 : value)
}

function FromProgress({ source }: { source: ItemExplain & { kind: 'valueAdded' } }) {
  const t = useT()
  const [now, before] = source.exams
  return (
    <span>
      {before?.examName} → {now?.examName} {t(source.courseName)}
      <i>
        {' '}
        {t('匹配 {n} 人，标准分比按入口预期平均高 {value}', {
          n: formatNumber(source.matched),
          value: number(source.residual),
        })}
      </i>
      {source.slope !== null && source.intercept !== null && (
        <small>
          {' '}
          {t('预期 = {intercept} + {slope} × 入口标准分；乘 n ÷ (n + 15) 向 0 收缩', {
            intercept: number(source.intercept),
            slope: number(source.slope),
          })}
        </small>
      )}
      {source.value === null && <i> {t('少于 10 人，不作评价')}</i>}
    </span>
  )
}
