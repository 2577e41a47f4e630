import { socialProvider } from '@xueheng/contract/domains/sign-in/social.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 第三方登录: by which providers people of this tenant may come in; a secret is typed, never shown. */
export function Page() {
  return <CrudPage entity={socialProvider} />
}
