import { EntryReview } from './EntryReview.tsx'

/** 档案一审: the school looks first. */
export function Page() {
  return <EntryReview step="audit1" />
}
