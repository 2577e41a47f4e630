import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { LevelGrade } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type { Assigned, GradeInterval } from '@xueheng/contract/domains/exam/level/level-score.ts'
import { Button, Input, InputNumber } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { nextGrade, pastedGrades } from './level-drafts.ts'

interface LevelGradesProps {
  courseName: string
  grades: LevelGrade[]
  /** What the grades make of the marks; nothing where the marks may not be seen. */
  assigned: Assigned | undefined
  /** The row that keeps the parameters from being saved, counted from 1. */
  faultRow: number | undefined
  isLocked: boolean
  onChange: (grades: LevelGrade[]) => void
}

const HEADS = ['等级', '比例', '赋分上限', '赋分下限', '原始分区间', '人数', '实际比例']

/** The grades of a course from the top down, each beside what it makes of the marks; a whole list may be pasted from a workbook. */
export function LevelGrades({ courseName, grades, assigned, faultRow, isLocked, onChange }: LevelGradesProps) {
  const t = useT()
  return (
    <>
      <table
        className="exam-grid level-grid"
        aria-label={t('{course}的等级', { course: courseName })}
        onPaste={(event) => {
          const pasted = isLocked ? undefined : pastedGrades(event.clipboardData.getData('text'))
          if (!pasted) return
          event.preventDefault()
          onChange(pasted)
        }}
      >
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head}>{t(head)}</th>
            ))}
            {!isLocked && <th>{t('操作')}</th>}
          </tr>
        </thead>
        <tbody>
          {grades.map((grade, at) => (
            <GradeRow
              // oxlint-disable-next-line react/no-array-index-key -- a grade is its place: names change while they are typed
              key={at}
              {...{ grade, isLocked }}
              no={at + 1}
              isFaulty={faultRow === at + 1}
              interval={assigned?.intervals[at]}
              base={assigned?.base ?? 0}
              onSet={(change) => onChange(grades.map((one, place) => (place === at ? { ...one, ...change } : one)))}
              onRemove={() => onChange(grades.filter((_one, place) => place !== at))}
            />
          ))}
        </tbody>
      </table>
      {!isLocked && (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => onChange([...grades, nextGrade(grades)])}>
          {t('增加等级')}
        </Button>
      )}
    </>
  )
}

interface GradeRowProps {
  no: number
  grade: LevelGrade
  interval: GradeInterval | undefined
  base: number
  isFaulty: boolean
  isLocked: boolean
  onSet: (change: Partial<LevelGrade>) => void
  onRemove: () => void
}

const NUMBERS = { ratio: '比例', t2: '赋分上限', t1: '赋分下限' } as const

function GradeRow({ no, grade, interval, base, isFaulty, isLocked, onSet, onRemove }: GradeRowProps) {
  const t = useT()
  const named = (label: string) => `${t('第{n}行', { n: no })} ${t(label)}`
  return (
    <tr className={isFaulty ? 'is-faulty' : undefined}>
      <th scope="row" data-label={t('等级')}>
        <Input
          size="small"
          maxLength={4}
          aria-label={named('等级')}
          value={grade.name}
          disabled={isLocked}
          onChange={(event) => onSet({ name: event.target.value.trim() })}
        />
      </th>
      {(['ratio', 't2', 't1'] as const).map((key) => (
        <td key={key} data-label={t(NUMBERS[key])}>
          <InputNumber<number>
            size="small"
            controls={false}
            min={0}
            aria-label={named(NUMBERS[key])}
            suffix={key === 'ratio' ? '%' : undefined}
            value={grade[key]}
            disabled={isLocked}
            onChange={(value) => onSet({ [key]: value ?? 0 })}
          />
        </td>
      ))}
      <PreviewCells interval={interval} base={base} />
      {!isLocked && (
        <td data-label={t('操作')}>
          <Button type="text" icon={<DeleteOutlined />} aria-label={named('删除')} onClick={onRemove} />
        </td>
      )}
    </tr>
  )
}

/** Between which raw marks, how many, and which share of those with a valid mark. */
function PreviewCells({ interval, base }: { interval: GradeInterval | undefined; base: number }) {
  const t = useT()
  const { high10 = null, low10 = null, num = 0 } = interval ?? {}
  const range = high10 === null || low10 === null ? '—' : `${high10 / 10}–${low10 / 10}`
  const share = base > 0 ? `${((100 * num) / base).toFixed(2)}%` : '—'
  return (
    <>
      <td data-label={t('原始分区间')} className="is-figure">
        {range}
      </td>
      <td data-label={t('人数')} className="is-figure">
        {interval ? num : '—'}
      </td>
      <td data-label={t('实际比例')} className="is-figure">
        {share}
      </td>
    </>
  )
}
