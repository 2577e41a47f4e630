import { TeacherReview } from './TeacherReview.tsx'

/** 教师校对: collected teachers that wait for it. */
export function Page() {
  return <TeacherReview step="collate" />
}
