// Imported by a program that a test starts: the program exits with the test process, even when that is killed.
const exit = () => process.exit(1)
process.on('disconnect', exit)
if (process.connected === false) exit()
// Without this, a program that has finished would not exit because of the channel.
process.channel?.unref()
