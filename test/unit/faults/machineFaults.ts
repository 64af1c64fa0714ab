// Faults of the machine, the same for every server. Their tests stand where the part that they are about is tested.
import { cell, type MachineFault } from './table';

const clock = 'test/unit/faults/clock.test.ts';
const disk = 'test/unit/faults/disk.test.ts';
const sets = 'test/unit/context/host/contextSets.test.ts';
const lists = 'test/unit/node/files/fileListStore.test.ts';
const answers = 'test/unit/permission/sharedConsent.test.ts';
const unsaved = 'Couldn’t save your answer in *folder*';

export const machineFaults: readonly MachineFault[] = [
  {
    name: 'the clock is set back while a server ends that does not want to',
    ...cell('nothing', 'all', '4 s, as ever'),
    tests: [
      { file: clock, name: 'a server that ends late is killed after four seconds, although the clock was set back' },
    ],
  },
  {
    name: 'the clock is set back after a resource was read, or listed, or looked at for changes',
    ...cell('nothing', 'all', 'at once: nothing counts as up to date by a time that has not come yet'),
    tests: [
      { file: clock, name: 'a content is read again for its next use, although the clock was set back' },
      { file: clock, name: 'a list whose time is over is requested again, although the clock was set back' },
      {
        file: clock,
        name: 'what is looked at every minute is looked at every minute, although the clock was set back',
      },
    ],
  },
  {
    name: 'the clock is set forward or back while a list arrives, or while a user answers a server',
    ...cell('nothing', 'all', 'at once'),
    tests: [
      { file: clock, name: 'a list that arrives while the clock is set by %i ms is whole' },
      {
        file: 'test/unit/mcp/base/requestTimeout.test.ts',
        name: 'has the time that it has, although the clock was set forward and back',
      },
    ],
  },
  {
    name: 'the disk is full, or read-only, while a list is cached',
    ...cell('nothing', 'rows; for the next window the list before, whole', 'with the next list'),
    tests: [
      { file: disk, name: 'stays as it was, and leaves no half of a file, on a disk that is %s' },
      { file: disk, name: 'is no longer shown once it is forgotten, on a disk that is %s' },
    ],
  },
  {
    name: 'the disk is full while an answer about a server is saved',
    ...cell(
      `${unsaved}: the disk is full. Make room, then try again.`,
      'no answer: the server does not start',
      'by the next answer',
    ),
    tests: [
      { file: disk, name: 'does not count where it cannot be kept, which is said, on a disk that is %s' },
      { file: disk, name: 'is taken back in this window, whatever the disk keeps, on a disk that is %s' },
    ],
  },
  {
    name: 'the disk is read-only while an answer about a server is saved',
    ...cell(
      `${unsaved} (EROFS). Check that you can write there, then try again.`,
      'no answer: the server does not start',
      'by the next answer',
    ),
    tests: [
      { file: disk, name: 'does not count where it cannot be kept, which is said, on a disk that is %s' },
      { file: disk, name: 'is taken back in this window, whatever the disk keeps, on a disk that is %s' },
    ],
  },
  {
    name: 'the disk is full, or read-only, while a context set is saved in a file',
    ...cell(
      'Couldn’t write to .vscode/mcp-context.json. Check its permissions.',
      'the file as VS Code leaves it; the context',
      'by the next *Save Context as Set…*',
    ),
    tests: [{ file: sets, name: 'writes nothing into a file that %s, and leads to it' }],
  },
  {
    name: 'the disk is full, or read-only, while the context, own context sets or searches are kept',
    ...cell('nothing of this extension: VS Code keeps them', 'all, for this window', 'when VS Code can write again'),
    tests: [
      {
        file: 'test/unit/base/host/smallParts.test.ts',
        name: 'keeps values for the next window, and lets go of what is set to nothing',
      },
    ],
  },
  {
    name: 'two windows cache a list at once',
    ...cell('nothing', 'the list of the one that was last, whole', 'at once'),
    tests: [{ file: lists, name: 'is whole where two windows write it at the same time' }],
  },
  {
    name: 'two windows answer about one server',
    ...cell(
      'the row of the server in both',
      'the last answer; a server that was declined ends in both',
      'within a second',
    ),
    tests: [
      { file: answers, name: 'counts here: a yes, a no after it, and that it was taken back' },
      {
        file: 'test/unit/compose/startedServers.test.ts',
        name: 'is stopped when it was declined in another window, and does not come back',
      },
    ],
  },
  {
    name: 'two windows sign in, renew, or sign out',
    ...cell('the row of the server in both', 'one whole sign-in, or none', 'within a second'),
    tests: [
      {
        file: 'test/unit/servers/host/sharedSignIns.test.ts',
        name: 'a sign-in opens the server here, within a second',
      },
      {
        file: 'test/unit/mcp/auth/signIn.test.ts',
        name: 'uses a refresh token once, however many windows renew at the same time',
      },
      {
        file: 'test/unit/mcp/auth/credentials.test.ts',
        name: 'that sign in at once leave one whole sign-in: tokens with the client that they were issued to',
      },
    ],
  },
  {
    name: 'two windows change own context sets',
    ...cell('cannot happen: VS Code opens a workspace in one window only', 'all', 'at once'),
    tests: [],
  },
  {
    name: 'two windows, or a user and a window, change one file of context sets',
    ...cell(
      'the sets as the file has them',
      'what was there before; changes that are not saved are not overwritten',
      'at once',
    ),
    tests: [
      { file: sets, name: 'follows the file' },
      { file: sets, name: 'into the file keeps what is there, and names a server only where the URI is not enough' },
    ],
  },
];
