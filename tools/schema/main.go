// Command schema prints the tables of types in apiserver/src/main/resources/dev/dray/schema: the names, types and keys
// of the wire format of Kubernetes, taken from the Go types and from the published OpenAPI documents.
//
//	go run . -openapi DIR -out DIR -resource DIR
//
// See README.md for where the documents come from and for the format.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	resourcev1alpha3 "k8s.io/api/resource/v1alpha3"
	resourcev1beta1 "k8s.io/api/resource/v1beta1"
	resourcev1beta2 "k8s.io/api/resource/v1beta2"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// kinds are what the server has, without resource.k8s.io, whose table is written by hand.
var kinds = []any{
	corev1.Namespace{}, corev1.NamespaceList{}, corev1.Node{}, corev1.NodeList{}, corev1.Pod{}, corev1.PodList{},
	corev1.Binding{}, corev1.Event{}, corev1.EventList{},
	corev1.ConfigMap{}, corev1.ConfigMapList{}, corev1.Secret{}, corev1.SecretList{},
	corev1.ServiceAccount{}, corev1.ServiceAccountList{}, corev1.ResourceQuota{}, corev1.ResourceQuotaList{},
	corev1.LimitRange{}, corev1.LimitRangeList{}, corev1.Service{}, corev1.ServiceList{},
	eventsv1.Event{}, eventsv1.EventList{},
	coordinationv1.Lease{}, coordinationv1.LeaseList{},
	rbacv1.Role{}, rbacv1.RoleList{}, rbacv1.ClusterRole{}, rbacv1.ClusterRoleList{},
	rbacv1.RoleBinding{}, rbacv1.RoleBindingList{}, rbacv1.ClusterRoleBinding{}, rbacv1.ClusterRoleBindingList{},
	schedulingv1.PriorityClass{}, schedulingv1.PriorityClassList{},
	authorizationv1.SubjectAccessReview{}, authorizationv1.SelfSubjectAccessReview{},
	authorizationv1.LocalSubjectAccessReview{}, authorizationv1.SelfSubjectRulesReview{},
	authenticationv1.TokenReview{}, authenticationv1.TokenRequest{}, authenticationv1.SelfSubjectReview{},
	policyv1.Eviction{},
	metav1.Status{}, metav1.DeleteOptions{}, metav1.APIVersions{}, metav1.APIGroup{}, metav1.APIGroupList{},
	metav1.APIResourceList{}, metav1.PartialObjectMetadata{}, metav1.PartialObjectMetadataList{},
}

// upstream is what the table written by hand is compared with.
var upstream = []any{
	resourcev1.ResourceSlice{}, resourcev1.ResourceSliceList{}, resourcev1.ResourceClaim{}, resourcev1.ResourceClaimList{},
	resourcev1.ResourceClaimTemplate{}, resourcev1.ResourceClaimTemplateList{}, resourcev1.DeviceClass{},
	resourcev1.DeviceClassList{}, resourcev1.DeviceTaintRule{}, resourcev1.DeviceTaintRuleList{},
	resourcev1beta2.ResourceSlice{}, resourcev1beta2.ResourceSliceList{}, resourcev1beta2.ResourceClaim{},
	resourcev1beta2.ResourceClaimList{}, resourcev1beta2.ResourceClaimTemplate{},
	resourcev1beta2.ResourceClaimTemplateList{}, resourcev1beta2.DeviceClass{}, resourcev1beta2.DeviceClassList{},
	resourcev1beta2.DeviceTaintRule{}, resourcev1beta2.DeviceTaintRuleList{},
	resourcev1beta1.ResourceSlice{}, resourcev1beta1.ResourceSliceList{}, resourcev1beta1.ResourceClaim{},
	resourcev1beta1.ResourceClaimList{}, resourcev1beta1.ResourceClaimTemplate{},
	resourcev1beta1.ResourceClaimTemplateList{}, resourcev1beta1.DeviceClass{}, resourcev1beta1.DeviceClassList{},
	resourcev1alpha3.DeviceTaintRule{}, resourcev1alpha3.DeviceTaintRuleList{},
	resourcev1alpha3.ResourcePoolStatusRequest{}, resourcev1alpha3.ResourcePoolStatusRequestList{},
}

func main() {
	openapi := flag.String("openapi", "", "folder with the published documents, api/openapi-spec/v3 of k8s.io/kubernetes")
	out := flag.String("out", "", "folder for the tables")
	resource := flag.String("resource", "", "folder for upstream's tables of resource.k8s.io")
	flag.Parse()
	documents, err := readDocuments(*openapi)
	if err != nil {
		fail(err)
	}
	tables := newTables(documents)
	for _, kind := range append(kinds, upstream...) {
		tables.addKind(reflect.TypeOf(kind))
	}
	if err := tables.write(*out, *resource); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func (t *tables) write(out, resource string) error {
	for name, types := range t.packages {
		file := filepath.Join(out, name+".txt")
		if strings.HasPrefix(name, "resource.") {
			file = filepath.Join(resource, "upstream."+name+".txt")
		}
		var names []string
		for typeName := range types {
			names = append(names, typeName)
		}
		sort.Strings(names)
		var text strings.Builder
		fmt.Fprintf(&text, "# Written by tools/schema; README.md there describes the format.\n")
		fmt.Fprintf(&text, "package %s\n", longNames(name))
		for _, typeName := range names {
			text.WriteString("\n" + types[typeName])
		}
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
