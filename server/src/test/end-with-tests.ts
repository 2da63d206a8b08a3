// Loaded before a program that a test file starts. However that file ends, also by a kill, the channel to it closes then.
const end = () => process.exit(1)
process.on('disconnect', end)
if (process.connected === false) end()
// What is listened to keeps a program alive; this must not: it ends by itself when it is done.
process.channel?.unref()
