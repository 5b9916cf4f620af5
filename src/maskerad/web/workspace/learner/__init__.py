"""The learner: the CRF of the house, trained again on finished documents, in a process that no request waits for."""
