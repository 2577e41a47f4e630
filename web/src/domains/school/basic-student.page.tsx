import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import type { OwnInputs } from '../../platform/crud/FormFields.tsx'
import { ClassInput } from './ClassInput.tsx'

const INPUTS: OwnInputs = { classCode: ClassInput }

/** 学生信息: the class is picked among those of the school. */
export function Page() {
  return <CrudPage entity={basicStudent} Form={StudentForm} />
}

function StudentForm() {
  return <ListForm inputs={INPUTS} />
}
