import { defineDomain } from '../../kit/domain.ts'
import * as auth from './auth.ts'
import * as factor from './second-factor.ts'
import * as session from './session.ts'
import * as ways from './sign-in.ts'
import * as social from './social.ts'

const { loginLog: _loginLog, onlineUser: _onlineUser, ...sessionCalls } = session
const { socialProvider, registration: _registration, ...socialCalls } = social

export const signIn = defineDomain({
  name: 'sign-in',
  title: '登录与会话',
  entities: [socialProvider],
  calls: [
    ...Object.values(auth),
    ...Object.values(ways),
    ...Object.values(factor),
    ...Object.values(sessionCalls),
    ...Object.values(socialCalls),
  ],
})
