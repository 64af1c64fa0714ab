import fc from 'fast-check';

// The same inputs for every mutant, for a second; any that shows the change is enough, however long it is.
const parameters = { seed: 1, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(1000)] };
fc.configureGlobal(parameters);
