import { TeacherReview } from './TeacherReview.tsx'

/** 教师复审: collected teachers that wait for it. */
export function Page() {
  return <TeacherReview step="audit2" />
}
