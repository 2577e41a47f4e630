import { findSchoolByExamId, saveSchoolParam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { openTab, useTabState } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { PartProps } from '../desk/part-props.ts'
import { factKey, useExamAction, whyNot, wizardPath } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import { PartHead } from '../PartHead.tsx'
import { type ExamSchool, SchoolTable } from './SchoolTable.tsx'

type Changes = Record<string, Partial<ExamSchool>>
const NO_CHANGES: Changes = {}

/** 参考学校: who takes part, who is shown in reports, how many were planned. */
export function SchoolSection({ exam }: PartProps) {
  const t = useT()
  const stored = useQuery({
    queryKey: factKey(exam.id, 'schools'),
    queryFn: () => callApi(findSchoolByExamId, { examId: exam.id }),
  })
  const [changes, setChanges] = useTabState<Changes>('schools', NO_CHANGES)
  const [typed, setTyped] = useState('')
  const saving = useExamAction(
    exam.id,
    (kept: ExamSchool[]) => callApi(saveSchoolParam, { examId: exam.id, schools: kept }),
    { done: '参考学校已保存', onDone: () => setChanges(NO_CHANGES) },
  )
  const changed = Object.keys(changes).length
  const schools = useMemo(
    () => (stored.data ?? []).map((school) => ({ ...school, ...changes[school.schoolCode] })),
    [stored.data, changes],
  )
  if (stored.error) return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
  if (!stored.data) return <Skeleton rows={6} />
  const refusal = whyNot(exam, 'editSchool')

  if (stored.data.length === 0) return <NoSchools examId={exam.id} />
  return (
    <>
      <PartHead title="参考学校" hint={refusal ?? '不参加的学校不计入统计；不进入报表的学校仍计入全体，但不单独列出。'}>
        <Input.Search
          allowClear
          className="exam-find"
          aria-label={t('查找学校')}
          placeholder={t('查找学校')}
          onChange={(event) => setTyped(event.target.value.trim())}
        />
        {changed > 0 && <Button onClick={() => setChanges(NO_CHANGES)}>{t('放弃修改')}</Button>}
        <GatedButton
          exam={exam}
          action="editSchool"
          code="examinfo_edit"
          type="primary"
          loading={saving.isBusy}
          reason={changed === 0 ? t('没有改动') : undefined}
          onClick={() => void saving.run(schools.filter((school) => changes[school.schoolCode]))}
        >
          {changed > 0 ? t('保存 {n} 所学校', { n: changed }) : t('保存')}
        </GatedButton>
      </PartHead>
      <SchoolTable
        schools={schools.filter((school) => (school.schoolName ?? '').includes(typed))}
        isLocked={refusal !== undefined}
        onSet={(code, change) => setChanges((old) => ({ ...old, [code]: { ...old[code], ...change } }))}
      />
    </>
  )
}

function NoSchools({ examId }: { examId: string }) {
  const t = useT()
  return (
    <Empty
      title={t('还没有参考学校')}
      hint={t('导入考生名单后，名单里的学校会列在这里')}
      action={<Button onClick={() => openTab(wizardPath(examId, 'student'))}>{t('导入考生')}</Button>}
    />
  )
}
