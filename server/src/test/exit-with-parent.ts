// Imported by a program that a test starts: the program exits with the test process, even when that is killed.
const exit = () => process.exit(1)
process.on('disconnect', exit)
if (process.connected === false) exit()
// Without this, the channel would keep a program running that has finished.
process.channel?.unref()
