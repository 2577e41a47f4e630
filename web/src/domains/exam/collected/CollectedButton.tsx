import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import * as calls from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { type Exam, examChanges, wizardPath } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import { TakeOverDialog } from './TakeOverDialog.tsx'

const FROM = { student: calls.studentsFromGather, teacher: calls.teachersFromGather }
const TO = {
  student: { call: calls.studentsToGather, right: 'gatherstudent_add', changes: [gatherStudent] },
  teacher: { call: calls.teachersToGather, right: 'gatherteacher_add', changes: [gatherTeacher] },
}

export type CollectedKind = keyof typeof FROM

export function isCollected(kind: ImportKind): kind is CollectedKind {
  return Object.hasOwn(FROM, kind)
}

interface CollectedProps {
  exam: Exam
  kind: CollectedKind
}

/** What a collection has becomes a batch of the import, which is looked at before anything is written. */
export function FromCollection({ exam, kind }: CollectedProps) {
  const t = useT()
  const [isOpen, open] = useState(false)
  return (
    <>
      <GatedButton exam={exam} action={IMPORT_KINDS[kind].action} code="examinfo_import" onClick={() => open(true)}>
        {t('从采集导入')}
      </GatedButton>
      {isOpen && (
        <TakeOverDialog
          call={FROM[kind]}
          given={{ examId: exam.id }}
          changes={examChanges(exam.id)}
          takesUnchanged
          okText={t('校验这些行')}
          onDone={(answer) => answer?.batchId && openTab(wizardPath(exam.id, kind, answer.batchId))}
          onClose={() => open(false)}
        />
      )}
    </>
  )
}

/** The list of the exam becomes drafts of a collection, for schools and parents to put right. */
export function ToCollection({ exam, kind }: CollectedProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, open] = useState(false)
  const { call, right, changes } = TO[kind]
  if (!can(right) || !can('gathertask_view')) return null
  return (
    <>
      <Button onClick={() => open(true)}>{t('转到采集')}</Button>
      {isOpen && (
        <TakeOverDialog call={call} given={{ examId: exam.id }} changes={changes} onClose={() => open(false)} />
      )}
    </>
  )
}
