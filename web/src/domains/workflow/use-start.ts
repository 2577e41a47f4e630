import type { FormInstance } from 'antd'
import { type Action, useAction } from '../../platform/action/use-action.ts'
import { openTab, setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'

/** Starts a process, empties its form and leads to what was sent. */
export function useStart<V>(work: (values: V) => Promise<unknown>, form: FormInstance<V>): Action<[values: V]> {
  const path = useTabPath()
  return useAction(work, {
    form,
    done: '申请已提交',
    changes: [['crud']],
    onDone: () => {
      form.resetFields()
      setTabDirty(false, path)
      openTab('/work/send')
    },
  })
}
