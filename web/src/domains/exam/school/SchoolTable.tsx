import { examSchoolFields } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { InputNumber, Select, Switch } from 'antd'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

export type ExamSchool = Row<typeof examSchoolFields>

interface SchoolTableProps {
  schools: ExamSchool[]
  isLocked: boolean
  onSet: (schoolCode: string, change: Partial<ExamSchool>) => void
}

export function SchoolTable({ schools, isLocked, onSet }: SchoolTableProps) {
  const t = useT()
  const areas = new Map(useDictOptions('exam_area').options.map((one) => [one.value, one.label]))
  const groups = useDictOptions('school_group').options
  return (
    <table className="exam-grid school-grid">
      <thead>
        <tr>
          <th>{t('县区')}</th>
          <th>{t('学校')}</th>
          <th>{t('参加')}</th>
          <th>{t('进入报表')}</th>
          <th>{t('基准校')}</th>
          <th>{t('类别')}</th>
          <th>{t('应考人数')}</th>
          <th>{t('有成绩人数')}</th>
          <th>{t('学生基数')}</th>
        </tr>
      </thead>
      <tbody>
        {schools.map((school) => (
          <SchoolLine
            key={school.schoolCode}
            {...{ school, groups, isLocked }}
            areaName={areas.get(school.areaCode ?? '') ?? school.areaCode ?? ''}
            onSet={(change) => onSet(school.schoolCode, change)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SchoolLineProps {
  school: ExamSchool
  areaName: string
  groups: { value: string; label: string }[]
  isLocked: boolean
  onSet: (change: Partial<ExamSchool>) => void
}

function SchoolLine({ school, areaName, groups, isLocked, onSet }: SchoolLineProps) {
  const t = useT()
  const name = school.schoolName ?? school.schoolCode
  const flag = (key: 'isJoin' | 'isInReport' | 'isBaseline', label: string) => (
    <td data-label={t(label)}>
      <Switch
        size="small"
        aria-label={`${name} ${t(label)}`}
        checked={(school[key] ?? (key === 'isBaseline' ? 0 : 1)) !== 0}
        disabled={isLocked}
        onChange={(isOn) => onSet({ [key]: isOn ? 1 : 0 })}
      />
    </td>
  )
  return (
    <tr className={school.isJoin === 0 ? 'is-out' : undefined}>
      <td data-label={t('县区')}>{areaName}</td>
      <th scope="row">{name}</th>
      {flag('isJoin', '参加')}
      {flag('isInReport', '进入报表')}
      {flag('isBaseline', '基准校')}
      <td data-label={t('类别')}>
        <Select
          size="small"
          allowClear
          aria-label={`${name} ${t('类别')}`}
          value={school.schoolGroup}
          disabled={isLocked}
          options={groups}
          onChange={(schoolGroup: string | undefined) => onSet({ schoolGroup: schoolGroup ?? null })}
        />
      </td>
      <td data-label={t('应考人数')}>
        <InputNumber<number>
          size="small"
          controls={false}
          precision={0}
          min={0}
          aria-label={`${name} ${t('应考人数')}`}
          value={school.planNum}
          disabled={isLocked}
          onChange={(planNum) => onSet({ planNum })}
        />
      </td>
      <td data-label={t('有成绩人数')} className="is-figure">
        {school.studentNum ?? '—'}
      </td>
      <td data-label={t('学生基数')} className="is-figure">
        {school.studentBaseNum ?? '—'}
      </td>
    </tr>
  )
}
