import { getExamCourseList } from '@xueheng/contract/domains/exam/exam-info.ts'
import {
  FAULT_COLUMN,
  IMPORT_COLUMNS,
  IMPORT_KINDS,
  courseTarget,
} from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { SHEET_REASONS } from '@xueheng/contract/domains/exam/left-out.ts'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Select, Switch, Tag } from 'antd'
import type { ReactNode } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { PaperChoice, questionOptions, usePapers } from './PaperChoice.tsx'
import { PART_TITLES } from './part-titles.ts'

interface SheetMappingProps {
  sheet: ImportSheet
  kind: ImportKind
  examId: string
  fileName: string
  /** What has to be asked about its columns. */
  questions: ReactNode
  onChange: (next: ImportSheet) => void
}

const LAYOUTS: Record<ImportSheet['layout'], string> = { roster: '名单', wide: '宽表', long: '长表', unknown: '未识别' }

/** One sheet: its header row and, per column, what it fills. */
export function SheetMapping({ sheet, kind, examId, fileName, questions, onChange }: SheetMappingProps) {
  const t = useT()
  const papers = usePapers(kind, examId)
  const options = [...useTargets(kind, examId), ...questionOptions(papers, sheet)]
  const name = `${fileName} › ${sheet.name}`
  return (
    <section className="imp-map" aria-label={name}>
      <header>
        <b>{name}</b>
        {sheet.rowNum > 0 && <span>{t('{n} 行', { n: formatNumber(sheet.rowNum) })}</span>}
        <Tag color={sheet.layout === 'unknown' ? 'warning' : 'blue'}>{t(LAYOUTS[sheet.layout])}</Tag>
        {(sheet.leftOut ?? sheet.otherKind) && <Tag>{reasonOf(sheet, t)}</Tag>}
        {sheet.isRemembered && <Tag>{t('沿用上次的映射')}</Tag>}
        <span className="imp-map-tools">
          {kind === 'question' && <PaperChoice papers={papers} sheet={sheet} onChange={onChange} />}
          <label>
            {t('表头行')}
            <InputNumber
              size="small"
              min={1}
              max={50}
              value={sheet.headerRow || null}
              disabled={sheet.isIgnored || kind === 'question'}
              onChange={(row) => onChange({ ...sheet, headerRow: row ?? 0 })}
            />
          </label>
          <label>
            {t('忽略此表')}
            <Switch
              size="small"
              checked={sheet.isIgnored}
              onChange={(isIgnored) => onChange({ ...sheet, isIgnored })}
            />
          </label>
        </span>
      </header>
      {!sheet.isIgnored && questions}
      {!sheet.isIgnored && (
        <div className="imp-map-columns">
          {sheet.titles.map((title, i) =>
            title === FAULT_COLUMN ? null : (
              <label key={`${i}-${title}`} className={sheet.targets[i] ? '' : 'is-skipped'}>
                <span title={title}>{title || t('第 {n} 列', { n: i + 1 })}</span>
                <Select
                  size="small"
                  value={sheet.targets[i] ?? ''}
                  options={options}
                  showSearch={{ optionFilterProp: 'label' }}
                  popupMatchSelectWidth={160}
                  onChange={(target) => onChange(withTarget(sheet, i, target))}
                />
              </label>
            ),
          )}
        </div>
      )}
    </section>
  )
}

/** Why the sheet was passed over. */
function reasonOf({ leftOut = 'ignored', otherKind }: ImportSheet, t: ReturnType<typeof useT>): string {
  if (otherKind) return t('是{kind}，不在这里导入', { kind: t(IMPORT_KINDS[otherKind].title) })
  return t(SHEET_REASONS[leftOut])
}

/** A meaning belongs to one column: choosing it takes it from another. */
function withTarget(sheet: ImportSheet, at: number, target: string): ImportSheet {
  const targets = sheet.titles.map((_title, i) => {
    if (i === at) return target
    return sheet.targets[i] === target ? '' : (sheet.targets[i] ?? '')
  })
  return { ...sheet, targets }
}

function useTargets(kind: ImportKind, examId: string) {
  const t = useT()
  const { parts } = IMPORT_KINDS[kind]
  const courses = useQuery({
    queryKey: ['courses', examId],
    queryFn: () => callApi(getExamCourseList, { examId }),
    enabled: parts.length > 0 && examId !== '',
  })
  const own = IMPORT_COLUMNS[kind].map((column) => ({ value: column.target, label: t(column.title) }))
  const marks = (courses.data ?? []).flatMap(({ courseName }) =>
    parts.map((part) => ({
      value: courseTarget(courseName, part),
      label: `${t(courseName)}${t(PART_TITLES[part])}`,
    })),
  )
  return [{ value: '', label: t('不导入') }, ...own, ...marks]
}
