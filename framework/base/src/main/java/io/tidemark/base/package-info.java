/** The clock, deadlines and threads that all modules of the framework share. */
package io.tidemark.base;
