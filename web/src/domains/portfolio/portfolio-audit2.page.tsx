import { EntryReview } from './EntryReview.tsx'

/** 档案二审: the bureau has the last word, and may take it back. */
export function Page() {
  return <EntryReview step="audit2" />
}
