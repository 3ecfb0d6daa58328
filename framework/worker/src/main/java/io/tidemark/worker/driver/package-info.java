/**
 * Finds driver folders, resolves class names, and loads each driver into a class loader of its own.
 */
package io.tidemark.worker.driver;
