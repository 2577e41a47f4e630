import type { ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { ItemSource } from './ItemSource.tsx'
import { points } from './ResultTable.tsx'
import { useRuleWords } from './rule-words.ts'
import type { ResultLine } from './use-results.ts'

/** How the total of one unit was made: each part as inputs → value → rule → points. */
export function ExplainDialog({ line, onClose }: { line: ResultLine; onClose: () => void }) {
  const t = useT()
  const parts = line.explain ?? []
  const sections = [...new Set(parts.map((part) => part.section))]
  const missing = parts.filter((part) => part.points === null).map((part) => part.scoringName)
  return (
    <AppModal
      open
      width={860}
      footer={null}
      title={t('{name} 的得分是怎么来的', { name: line.unitName ?? '' })}
      onCancel={onClose}
    >
      <p className="explain-total">
        <b>{points(line.totalPoints)}</b>
        <span>{line.rank === null ? t('没有名次') : t('第 {n} 名', { n: line.rank })}</span>
        {missing.length > 0 && <em>{t('缺少：{names}，因此没有总分', { names: missing.join('、') })}</em>}
      </p>
      {sections.map((section) => (
        <section key={section} className="explain-section">
          {section && (
            <h3>
              {section}
              <span>{points(line.sectionPoints?.[section])}</span>
            </h3>
          )}
          {parts
            .filter((part) => part.section === section)
            .map((part) => (
              <Part key={part.scoringCode} part={part} />
            ))}
        </section>
      ))}
    </AppModal>
  )
}

function Part({ part }: { part: ScoringPart }) {
  const t = useT()
  const words = useRuleWords()
  const isWeighted = part.weight !== 1
  return (
    <article className="explain-part">
      <header>
        <b>{part.scoringName}</b>
        <span>
          {points(part.weighted)}
          <small> / {formatNumber(part.fullPoints * part.weight)}</small>
        </span>
      </header>
      <ol>
        <li>
          <span className="explain-step">{t('取自')}</span>
          <ItemSource source={part.item} />
        </li>
        <li>
          <span className="explain-step">{t('指标值')}</span>
          <span>
            {part.itemName} = <b>{part.value === null ? '—' : formatNumber(part.value, part.decimals)}</b>
          </span>
        </li>
        <li>
          <span className="explain-step">{t('规则')}</span>
          <span>{words(part)}</span>
        </li>
        <li>
          <span className="explain-step">{t('得分')}</span>
          <span>
            <b>{points(part.points)}</b>
            {part.uncut !== undefined && <i> {t('算得 {n}，按上下限取值', { n: formatNumber(part.uncut, 2) })}</i>}
            {isWeighted && part.points !== null && (
              <i>
                {' '}
                × {t('权重 {n}', { n: formatNumber(part.weight) })} = {points(part.weighted)}
              </i>
            )}
          </span>
        </li>
      </ol>
    </article>
  )
}
