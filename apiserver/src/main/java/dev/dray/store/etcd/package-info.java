/**
 * A store in etcd, for several servers at once.
 *
 * <p>Transactions enter and become etcd's own; revisions are etcd's. All keys are below a prefix,
 * so that others can use the same etcd. Every call has a deadline, and errors name the endpoints. A
 * transaction whose response got lost is looked up by the mark that it wrote, so that its true
 * outcome is reported; where even that cannot be found out, the error says that it is unknown.
 *
 * <p>Begin with {@link dev.dray.store.etcd.EtcdStore}; {@code EtcdCommits} and {@code EtcdWatch}
 * explain the two difficult parts.
 */
@NullMarked
package dev.dray.store.etcd;

import org.jspecify.annotations.NullMarked;
