import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { AutoComplete, Button, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { type CourseProblems, type CourseRow, LINES, lineByShare } from './course-rows.ts'

interface CourseTableProps {
  rows: CourseRow[]
  rule: ExamRule
  problems: CourseProblems
  isLocked: boolean
  onChange: (rows: CourseRow[]) => void
}

/** A form in the shape of a table; on a phone each course is a card. */
export function CourseTable({ rows, rule, problems, isLocked, onChange }: CourseTableProps) {
  const t = useT()
  if (rows.length === 0) {
    return <Empty title={t('还没有科目')} hint={t('快速填入一套科目，或逐个增加')} />
  }

  function set(key: number, change: Partial<CourseRow>): void {
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  }

  function move(at: number, by: number): void {
    const next = [...rows]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onChange(next)
  }

  return (
    <table className="exam-grid course-grid">
      <thead>
        <tr>
          <th>#</th>
          <th>{t('科目')}</th>
          <th>{t('别名')}</th>
          <th>{t('满分')}</th>
          <th>{t('计入总分')}</th>
          {LINES.map((line) => (
            <th key={line.column}>{t(line.title)}</th>
          ))}
          {!isLocked && <th>{t('操作')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <CourseLine
            key={row.key}
            {...{ row, at, rule, isLocked }}
            problems={problems[row.key] ?? {}}
            isLast={at === rows.length - 1}
            onSet={(change) => set(row.key, change)}
            onMove={(by) => move(at, by)}
            onRemove={() => onChange(rows.filter((one) => one !== row))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface CourseLineProps {
  row: CourseRow
  at: number
  rule: ExamRule
  problems: CourseProblems[number]
  isLocked: boolean
  isLast: boolean
  onSet: (change: Partial<CourseRow>) => void
  onMove: (by: number) => void
  onRemove: () => void
}

/** The name of a control: its course and what it is. */
type Named = (label: string) => string

interface PartOfLineProps extends Pick<CourseLineProps, 'row' | 'problems' | 'isLocked' | 'onSet'> {
  named: Named
}

function CourseLine({ row, at, rule, problems, isLocked, isLast, onSet, onMove, onRemove }: CourseLineProps) {
  const t = useT()
  const named: Named = (label) => `${row.courseName || t('第{n}个科目', { n: at + 1 })} ${t(label)}`
  return (
    <tr>
      <th scope="row">{at + 1}</th>
      <NameCells {...{ row, problems, isLocked, named, onSet }} />
      <Cell label="满分" problem={problems.examScore}>
        <Mark
          name={named('满分')}
          value={row.examScore}
          isLocked={isLocked}
          isWrong={Boolean(problems.examScore)}
          onChange={(examScore) => onSet({ examScore })}
        />
      </Cell>
      <Cell label="计入总分">
        <Switch
          aria-label={named('计入总分')}
          checked={row.isInTotal === 1}
          disabled={isLocked}
          onChange={(isOn) => onSet({ isInTotal: isOn ? 1 : 0 })}
        />
      </Cell>
      <LineCells {...{ row, rule, problems, isLocked, named, onSet }} />
      {!isLocked && <Moves {...{ named, at, isLast, onMove, onRemove }} />}
    </tr>
  )
}

/** What a course is called in the exam and in workbooks. */
function NameCells({ row, problems, isLocked, named, onSet }: PartOfLineProps) {
  const t = useT()
  const { options } = useDictOptions('exam_course')
  return (
    <>
      <Cell label="科目" problem={problems.courseName}>
        <AutoComplete
          aria-label={named('名称')}
          value={row.courseName}
          disabled={isLocked}
          status={problems.courseName ? 'error' : ''}
          options={options.map((one) => ({ value: one.label }))}
          onChange={(courseName: string) => onSet({ courseName })}
        />
      </Cell>
      <Cell label="别名" problem={problems.courseAlias}>
        <Select
          mode="tags"
          aria-label={named('别名')}
          value={row.courseAlias}
          disabled={isLocked}
          status={problems.courseAlias ? 'error' : ''}
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', '、', ' ']}
          placeholder={isLocked ? '' : t('如：英语')}
          onChange={(courseAlias: string[]) => onSet({ courseAlias })}
        />
      </Cell>
    </>
  )
}

/** The lines of a course; an empty one follows from the rule. */
function LineCells({ row, rule, problems, isLocked, named, onSet }: PartOfLineProps & { rule: ExamRule }) {
  return LINES.map(({ column, share, title }) => (
    <Cell key={column} label={title} problem={problems[column]}>
      <Mark
        name={named(title)}
        value={row[column]}
        hint={row.examScore ? String(lineByShare(row.examScore, rule[share])) : ''}
        isLocked={isLocked}
        isWrong={Boolean(problems[column])}
        onChange={(line) => onSet({ [column]: line })}
      />
    </Cell>
  ))
}

interface MovesProps extends Pick<CourseLineProps, 'at' | 'isLast' | 'onMove' | 'onRemove'> {
  named: Named
}

function Moves({ named, at, isLast, onMove, onRemove }: MovesProps) {
  return (
    <td className="course-moves">
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        aria-label={named('上移')}
        disabled={at === 0}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        aria-label={named('下移')}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <Button type="text" size="small" danger icon={<DeleteOutlined />} aria-label={named('删除')} onClick={onRemove} />
    </td>
  )
}

/** A cell with its fault below; on a phone its label stands before it. */
function Cell({ label, problem, children }: { label: string; problem?: string | undefined; children: ReactNode }) {
  const t = useT()
  return (
    <td data-label={t(label)}>
      {children}
      {problem && (
        <small className="exam-problem" role="alert">
          {t(problem)}
        </small>
      )}
    </td>
  )
}

interface MarkProps {
  name: string
  value: number | null
  hint?: string
  isLocked: boolean
  isWrong: boolean
  onChange: (value: number | null) => void
}

function Mark({ name, value, hint = '', isLocked, isWrong, onChange }: MarkProps) {
  return (
    <InputNumber<number>
      aria-label={name}
      value={value}
      disabled={isLocked}
      controls={false}
      placeholder={hint}
      status={isWrong ? 'error' : ''}
      onChange={(next) => onChange(next ?? null)}
    />
  )
}
