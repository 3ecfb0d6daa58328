/** Any JMS provider, by what its JNDI context has. */
package io.tidemark.driver.ibmmq.jndi;
