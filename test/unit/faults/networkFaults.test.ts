import { networkFaults } from './networkFaults';
import { testFaults } from './table';

testFaults(networkFaults);
