import type { ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import { GRAIN } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { RankChange } from './RankChange.tsx'
import type { ResultLine } from './use-results.ts'

interface ResultTableProps {
  lines: ResultLine[]
  grain: number
  onExplain: (line: ResultLine) => void
}

interface Section {
  name: string
  full: number
}

/** Everyone evaluated, best first: points by section, the total as a bar, the rank and how it moved. */
export function ResultTable({ lines, grain, onExplain }: ResultTableProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const sections = useMemo(() => sectionsOf(lines), [lines])
  const full = sections.reduce((sum, section) => sum + section.full, 0)
  const unitTitle = useDictOptions('model_grain').options.find((one) => one.value === String(grain))?.label
  const hasArea = grain !== GRAIN.area
  const shown = lines.filter((line) => `${line.unitName ?? ''}${line.areaName ?? ''}`.includes(typed))
  return (
    <>
      <div className="model-find">
        <Input.Search
          allowClear
          aria-label={t('查找')}
          placeholder={t('查找')}
          onChange={(event) => setTyped(event.target.value.trim())}
        />
        <span>{t('共 {n} 个评价对象', { n: lines.length })}</span>
      </div>
      <div className="model-scroll">
        <table className="model-grid">
          <thead>
            <tr>
              <th className="is-figure is-rank">{t('名次')}</th>
              <th>{unitTitle ?? t('评价对象')}</th>
              {hasArea && <th>{t('县区')}</th>}
              {sections.map((section) => (
                <th key={section.name} className="is-figure">
                  {section.name || t('得分')}
                  <small>{t('满分 {n}', { n: formatNumber(section.full) })}</small>
                </th>
              ))}
              <th className="is-total">
                {t('总分')}
                <small>{t('满分 {n}', { n: formatNumber(full) })}</small>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Line key={line.unitCode} {...{ line, sections, full, hasArea }} onExplain={() => onExplain(line)} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <Empty title={t('没有符合条件的数据')} />}
      </div>
    </>
  )
}

interface LineProps {
  line: ResultLine
  sections: Section[]
  full: number
  hasArea: boolean
  onExplain: () => void
}

function Line({ line, sections, full, hasArea, onExplain }: LineProps) {
  const t = useT()
  const share = full > 0 && line.totalPoints !== null ? Math.min(100, Math.max(0, (100 * line.totalPoints) / full)) : 0
  return (
    <tr>
      <td className="is-figure is-rank" data-label={t('名次')}>
        {line.rank ?? '—'} <RankChange now={line.rank} before={line.rankPrev} />
      </td>
      <th scope="row">
        <button type="button" className="crud-link" title={t('这个数是怎么来的')} onClick={onExplain}>
          {line.unitName}
        </button>
      </th>
      {hasArea && <td data-label={t('县区')}>{line.areaName}</td>}
      {sections.map(({ name }) => (
        <td key={name} className="is-figure" data-label={name || t('得分')}>
          {points(line.sectionPoints?.[name])}
        </td>
      ))}
      <td className="is-total" data-label={t('总分')}>
        <span className="model-bar-cell" style={{ '--share': `${share}%` } as React.CSSProperties}>
          {points(line.totalPoints)}
        </span>
      </td>
    </tr>
  )
}

/** Points with two digits; a dash where there are none, which is not zero. */
export function points(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : formatNumber(value, 2)
}

/** Sections in the order of the model, with what can be had in each. */
function sectionsOf(lines: ResultLine[]): Section[] {
  const parts: ScoringPart[] = lines[0]?.explain ?? []
  const full = new Map<string, number>()
  for (const part of parts) full.set(part.section, (full.get(part.section) ?? 0) + part.fullPoints * part.weight)
  return [...full].map(([name, sum]) => ({ name, full: sum }))
}
