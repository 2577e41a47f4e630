import { loginLog } from '@xueheng/contract/domains/sign-in/session.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { DEVICE_CELLS } from './DeviceCell.tsx'

/** 登录日志: who came, by which door, and who was turned away. */
export function Page() {
  return (
    <CrudPage entity={loginLog}>
      <ListToolbar />
      <ListRows cells={DEVICE_CELLS} />
    </CrudPage>
  )
}
