import { findPeriodNameLine } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { findPackageByExamId } from '@xueheng/contract/domains/exam/exam-package.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { factKey, useExams } from '../../exam/index.ts'
import { callApi, get } from '../../../platform/api/client.ts'
import { factsOf } from '../../../platform/declared/declared.ts'
import { type TreeNode, mayRead, useRefTree } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { pickerState, selectState } from '../../../platform/ui/picker-state.tsx'

interface PickerProps {
  id: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

interface ParamPickerProps extends PickerProps {
  /** What is chosen beside it, the exam among it. */
  values: Record<string, string | undefined>
}

/** Schools as the tree of areas; within one area when that is chosen. */
export function SchoolPicker({
  id,
  field,
  value,
  onChange,
  areaCode,
}: PickerProps & { field: Field; areaCode: string | undefined }) {
  const t = useT()
  const found = useRefTree(field)
  const area = found.data?.find((node: TreeNode) => node.value === areaCode)
  return (
    <TreeSelect
      id={id}
      value={value}
      onChange={(next: string | undefined) => onChange(next)}
      {...pickerState(found)}
      treeData={area?.children ?? found.data ?? []}
      fieldNames={{ label: 'title', value: 'value', children: 'children' }}
      showSearch={{ treeNodeFilterProp: 'title' }}
      popupMatchSelectWidth={260}
      allowClear
      placeholder={t('全部')}
    />
  )
}

/** Classes of the chosen school. */
export function ClassPicker({ id, value, onChange, values: { schoolCode } }: ParamPickerProps) {
  const t = useT()
  const { list } = factsOf('schoolClasses')
  const found = useQuery({
    queryKey: ['classes', schoolCode],
    queryFn: () => get<Page<{ classCode: string; className: string }>>(list.path, { schoolCode, size: 200 }),
    enabled: schoolCode !== undefined && mayRead(list),
    staleTime: 300_000,
  })
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      disabled={schoolCode === undefined}
      {...selectState(found)}
      options={(found.data?.records ?? []).map((one) => ({
        value: one.classCode,
        label: one.className || one.classCode,
      }))}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      placeholder={schoolCode ? t('全部') : t('先选学校')}
    />
  )
}

/** Names of the lines of the exam. */
export function PeriodPicker({ id, value, onChange, values: { examId = '' } }: ParamPickerProps) {
  const t = useT()
  const found = useQuery({
    queryKey: factKey(examId, 'periods'),
    queryFn: () => callApi(findPeriodNameLine, { examId }),
    enabled: examId !== '' && mayRead(findPeriodNameLine),
  })
  return (
    <Select
      {...{ id, value, onChange }}
      {...selectState(found)}
      options={(found.data ?? []).map(({ periodName }) => ({ value: periodName, label: t(periodName) }))}
      allowClear
      placeholder={t('主要档次')}
    />
  )
}

/** Exams with reports before the one shown; without a choice it is the one it is compared with. */
export function EntryPicker({ id, value, onChange, values: { examId } }: ParamPickerProps) {
  const t = useT()
  const exams = useExams()
  const all = exams.data ?? []
  const shown = all.find((one) => one.id === examId)
  const earlier = all.filter(
    (one) => one.packageVersion > 0 && one.id !== examId && one.beginDate <= (shown?.beginDate ?? ''),
  )
  return (
    <Select
      {...{ id, value, onChange }}
      {...selectState(exams)}
      options={earlier.map((one) => ({ value: one.id, label: one.examName }))}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      allowClear
      placeholder={t('对比考试')}
    />
  )
}

/** The version compared with another, left out for the one before it. */
export function FromPicker(props: ParamPickerProps) {
  return <VersionPicker {...props} preset="前一版" />
}

export function ToPicker(props: ParamPickerProps) {
  return <VersionPicker {...props} preset="最新一版" />
}

/** Versions of the package of the exam, the newest first. */
function VersionPicker({
  id,
  value,
  onChange,
  values: { examId = '' },
  preset,
}: ParamPickerProps & { preset: string }) {
  const t = useT()
  const found = useQuery({
    queryKey: factKey(examId, 'versions'),
    queryFn: () => callApi(findPackageByExamId, { examId }),
    enabled: examId !== '' && mayRead(findPackageByExamId),
  })
  return (
    <Select
      {...{ id, value, onChange }}
      {...selectState(found)}
      options={(found.data ?? []).map(({ packageVersion }) => ({
        value: String(packageVersion),
        label: t('第 {n} 版', { n: packageVersion ?? '' }),
      }))}
      allowClear
      placeholder={t(preset)}
    />
  )
}
