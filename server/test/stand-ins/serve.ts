import { startWechat } from './wechat.ts'

/** Stand-ins for people who want to click: the messaging platforms on this machine, until Ctrl-C. */
const PORT = 8701
const PEOPLE = 500

const wechat = await startWechat({ port: PORT })
wechat.follow(PEOPLE, 'oFake')
process.stdout.write(`公众平台  ${wechat.base}  （${PEOPLE}位粉丝）
启动服务时设置  WECHAT_API=${wechat.base} WECHAT_MP=${wechat.base}
公众号账号里填写  appid 任意，AppSecret ${wechat.secret}
`)
