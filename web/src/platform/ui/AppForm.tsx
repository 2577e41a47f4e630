import { Form, type FormProps } from 'antd'
import { type ReactNode, useId } from 'react'

type AppFormProps<V> = Omit<FormProps<V>, 'children' | 'name'> & { children?: ReactNode }

/**
 * The only form of the product. Its fields' ids begin with a name of its own: many forms stand in the page at once
 * (in hidden tabs, below a dialog), and a label must lead to the field beside it.
 */
export function AppForm<V>(props: AppFormProps<V>) {
  return <Form<V> layout="vertical" {...props} name={useId()} />
}
