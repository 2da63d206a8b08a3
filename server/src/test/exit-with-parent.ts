// A program that a test starts imports this file. The program then exits when the test process ends or is killed.
const exit = () => process.exit(1)
process.on('disconnect', exit)
if (process.connected === false) exit()
// Otherwise the channel to the test process would prevent the exit of a program that has finished.
process.channel?.unref()
