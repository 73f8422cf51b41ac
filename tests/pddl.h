// pddl.h: a small planner for tests: reads PDDL as the language is defined, knowing nothing of
// mazes, and searches for a cheapest plan.
#ifndef MW_TEST_PDDL_H
#define MW_TEST_PDDL_H

// The least cost of a plan, each action costing 1 unless there is a metric; -1: there is no plan.
// Domain and problem are in one text. Fails the test where it is no PDDL, names what it does not
// declare, or uses more of the language than its requirements say.
long pddl_solve(const char *text);

#endif
