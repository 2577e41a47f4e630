import { spawn } from 'node:child_process'
import { install, root } from './install.mjs'

// Server restarted on change at :8080, web app with hot reload at :5173 (it hands /api over).
install()
const commands = [
  [process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/src/main.ts']],
  [process.execPath, ['node_modules/vite/bin/vite.js', 'web']],
]
const children = commands.map(([file, args]) =>
  spawn(file, args, { cwd: root, stdio: 'inherit', env: { CAPTCHA: 'off', ...process.env } }),
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children) child.on('exit', () => children.forEach((other) => other.kill('SIGTERM')))
