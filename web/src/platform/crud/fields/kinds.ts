import type { Field, FieldKind } from '@xueheng/contract/kit/field.ts'
import { dateField, dateTimeField } from './date.tsx'
import { dictField } from './dict.tsx'
import type { FieldView } from './field-view.ts'
import { flagField } from './flag.tsx'
import { iconField } from './icon.tsx'
import { imageField } from './image.tsx'
import { jsonField } from './json.tsx'
import { numberField } from './number.tsx'
import { paragraphField } from './paragraph.tsx'
import { refField } from './ref.tsx'
import { secretField } from './secret.tsx'
import { textField } from './text.tsx'

/** How each kind is shown, typed and searched; a kind without an entry does not compile. */
export const fieldViews = {
  text: textField,
  paragraph: paragraphField,
  integer: numberField,
  decimal: numberField,
  percent: numberField,
  flag: flagField,
  date: dateField,
  dateTime: dateTimeField,
  dict: dictField,
  ref: refField,
  image: imageField,
  icon: iconField,
  json: jsonField,
  secret: secretField,
} satisfies Record<FieldKind, FieldView>

export function viewOf(field: Field): FieldView {
  return fieldViews[field.kind]
}
